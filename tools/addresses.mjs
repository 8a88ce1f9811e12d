/**
 * Where a package comes from. Known where a workflow packs it; the registry compares it with the provenance.
 *
 * @param {string} directory of the package in the repository
 */
export function addressesOf(directory) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (!server || !name) return {};
  const url = `${server}/${name}`;
  return {
    repository: { type: 'git', url: `git+${url}.git`, directory },
    homepage: `${url}/tree/main/${directory}#readme`,
    bugs: `${url}/issues`,
  };
}
