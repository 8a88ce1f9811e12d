/**
 * A run in which no test was executed fails: a name that matches none, or tests that are all skipped, prove nothing.
 *
 * @implements {import('jest').Reporter} see https://jestjs.io/docs/configuration#custom-reporters
 */
export default class SomeTestRan {
  #error;

  onRunComplete(_contexts, { numPassedTests, numFailedTests }) {
    if (numPassedTests + numFailedTests > 0) return;
    this.#error = new Error('No test was executed.');
    console.error(`\n${this.#error.message}`);
  }

  getLastError() {
    return this.#error;
  }
}
