export interface Target {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** The base may be empty or relative in a page. @throws TypeError for a value that would lead to another route */
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
