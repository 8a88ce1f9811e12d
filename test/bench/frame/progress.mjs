// One line that is written over on a terminal; elsewhere a line for each tenth.

const WIDTH = 24;

export class Progress {
  constructor(title, stream = process.stderr) {
    Object.assign(this, { title, stream, done: 0, total: 1, startedAt: performance.now(), tenth: -1 });
  }

  expect(steps) {
    this.total = steps;
    this.draw('');
  }

  step(label = '') {
    this.done = Math.min(this.total, this.done + 1);
    this.draw(label);
  }

  draw(label) {
    const share = this.done / this.total;
    const seconds = Math.round((performance.now() - this.startedAt) / 1000);
    const line = `${this.title.padEnd(14)} ${bar(share)} ${String(Math.round(share * 100)).padStart(3)} %  ${seconds} s  ${label}`;
    if (this.stream.isTTY) {
      this.stream.write(`\r\x1b[2K${line.slice(0, (this.stream.columns ?? 100) - 1)}`);
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === this.tenth) return;
    this.tenth = tenth;
    this.stream.write(`${line}\n`);
  }

  end() {
    if (this.stream.isTTY) this.stream.write('\r\x1b[2K');
  }
}

function bar(share) {
  const full = Math.round(share * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}
