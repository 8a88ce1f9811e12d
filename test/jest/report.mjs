import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const SLOWEST = 40;

/**
 * Says how to repeat what failed, when it has failed; with ROLLBOOK_FAILURES, also to that file (a path and the first failed test on
 * each line, with a tab between), and with ROLLBOOK_SLOWEST which files took longest.
 *
 * @implements {import('jest').Reporter} see https://jestjs.io/docs/configuration#custom-reporters
 */
export default class Report {
  #root;
  #files = [];

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onTestFileResult(
    _test,
    { testFilePath, perfStats, cpuSeconds, testResults, numFailingTests, testExecError, failureMessage },
  ) {
    const file = relative(this.#root, testFilePath);
    this.#files.push({
      file,
      seconds: perfStats.runtime / 1_000,
      cpuSeconds: cpuSeconds ?? 0,
      tests: testResults.length,
    });
    if (numFailingTests === 0 && !testExecError && !failureMessage) return;
    const failed = testResults.find(({ status }) => status === 'failed');
    const title = failed?.fullName ?? 'the file itself';
    console.error(
      `\nTo repeat it: ${engine()}ROLLBOOK_SEED=${process.env.ROLLBOOK_SEED} npm test -- ${file}\n`,
    );
    const { ROLLBOOK_FAILURES } = process.env;
    if (ROLLBOOK_FAILURES) appendFileSync(ROLLBOOK_FAILURES, `${file}\t${title}\n`);
  }

  onRunComplete() {
    if (!process.env.ROLLBOOK_SLOWEST) return;
    const slowest = this.#files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    const total = this.#files.reduce((sum, { seconds }) => sum + seconds, 0);
    const cpu = this.#files.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    console.log(
      `\nSlowest of ${this.#files.length} files, in seconds, and in seconds of processor time (without the engine's and that of ` +
        `detached processes); ${total.toFixed(0)} and ${cpu.toFixed(0)} in all:`,
    );
    for (const { file, seconds, cpuSeconds, tests } of slowest)
      console.log(
        `${seconds.toFixed(1).padStart(7)} ${cpuSeconds.toFixed(1).padStart(7)}  ${file} (${tests})`,
      );
    if (process.env.ROLLBOOK_SLOWEST !== '1')
      appendFileSync(process.env.ROLLBOOK_SLOWEST, `${JSON.stringify(this.#files)}\n`);
  }
}

function engine() {
  const { ROLLBOOK_TEST_ENGINE: name } = process.env;
  return name ? `ROLLBOOK_TEST_ENGINE=${name} ` : '';
}
