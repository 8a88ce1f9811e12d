export interface ImportPath {
  library: string;
  path: string;
  names: { name: string; text: string }[];
}
export function declarationsOf(libraries: readonly string[]): ImportPath[];
export function declarationsText(paths: readonly ImportPath[]): string;
