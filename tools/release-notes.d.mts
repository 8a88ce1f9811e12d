export interface Release {
  version: string;
  date: string | undefined;
  notes: string;
}
export function releasesOf(changelog: string): Release[];
export function notesOf(changelog: string, version: string): string | undefined;
