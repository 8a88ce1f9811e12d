/**
 * @param {string} changelog
 * @returns {{ version: string, date: string | undefined, notes: string }[]} as they are there, the newest first
 */
export function releasesOf(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [heading = '', ...lines] = text.split('\n');
      const [version = '', date] = heading.split(' - ');
      return { version, date, notes: lines.join('\n').trim() };
    });
}

/**
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined}
 */
export function notesOf(changelog, version) {
  return releasesOf(changelog).find((release) => release.version === version)?.notes;
}
