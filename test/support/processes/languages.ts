import { spawnSync } from 'node:child_process';

const NIGHTLY = process.env['ROLLBOOK_NIGHTLY'] === '1';

export const STATICCHECK = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2';

const NEEDS = {
  java: { try: ['java', '-version'], version: /"(\d+)\.?(\d*)/, atLeast: [11, 0] },
  // From 1.21 on it gets the version that go.mod names.
  go: { try: ['go', 'version'], version: /go(\d+)\.(\d+)/, atLeast: [1, 21] },
  // Knows what is write-only.
  terraform: { try: ['terraform', 'version'], version: /v(\d+)\.(\d+)/, atLeast: [1, 11] },
  python: {
    try: ['python3', '-c', 'import sys, venv, ensurepip; print(sys.version)'],
    version: /(\d+)\.(\d+)/,
    atLeast: [3, 11],
  },
};

export type Language = keyof typeof NEEDS;

function missing(name: Language): string | undefined {
  const { try: tried, version, atLeast } = NEEDS[name];
  const [program = '', ...args] = tried;
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) return `there is no ${name}`;
  const [major = 0, minor = 0] = (version.exec(stdout + stderr) ?? []).slice(1).map(Number);
  const [least = 0, leastMinor = 0] = atLeast;
  if (major > least || (major === least && minor >= leastMinor)) return undefined;
  return `${name} is ${major}.${minor} and would have to be ${atLeast.join('.')}`;
}

/** Tests of what is written in other languages: with ROLLBOOK_NIGHTLY only, as packages come from registries. Says what is missing. */
export function describeWith(names: readonly Language[], title: string, tests: () => void): void {
  const reasons = NIGHTLY ? names.flatMap((name) => missing(name) ?? []) : [];
  if (reasons.length > 0) process.stderr.write(`Skipped: ${title}, as ${reasons.join(' and ')}.\n`);
  (NIGHTLY && reasons.length === 0 ? describe : describe.skip)(title, tests);
}
