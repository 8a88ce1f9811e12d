/** The values of the path and of the query, wherever they came from. */
export interface Target {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/**
 * Fills a path's template. The base is not changed, which may be empty or relative in a page.
 * @throws TypeError for a value that would lead to another route: an empty one, `.` or `..`
 */
export function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: Target): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, path[name]));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return baseUrl.replace(/\/$/, '') + filled + (search && `?${search}`);
}

function segment(name: string, value: string | undefined): string {
  if (value === undefined || /^\.{0,2}$/.test(value))
    throw new TypeError(`${JSON.stringify(value)} is not a valid ${name} in a path.`);
  return encodeURIComponent(value);
}
