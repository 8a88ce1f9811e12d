export function pathOf(url: string | undefined): string {
  const [path = '/'] = (url ?? '/').split('?', 1);
  return path;
}
