/**
 * No import cycles between folders. Apart from the other rules, because folders are judged with everything in them, and a
 * spec may import what its folder may not.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-cycles-between-folders',
      comment: 'No import cycles between folders.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(libs/|apps/)[^/]+/src' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: `${options.exclude}|\\.spec\\.tsx?$|^test/` },
};
