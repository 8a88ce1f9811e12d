/** Of what is gone, the last versions are kept as long as somebody may ask with the position of the removal. */
const MAX_GONE = 10_000;

/** Versions of what was removed, the most recently removed last. */
export class Gone {
  private readonly versions = new Map<string, number>();

  has(subject: string): boolean {
    return this.versions.has(subject);
  }

  versionOf(subject: string): number | undefined {
    return this.versions.get(subject);
  }

  note(subject: string, version: number): void {
    const last = Math.max(version, this.versions.get(subject) ?? 0);
    this.versions.delete(subject);
    this.versions.set(subject, last);
    if (this.versions.size > MAX_GONE) this.versions.delete(this.versions.keys().next().value!);
  }

  /** It is there again. @returns its last version */
  takeBack(subject: string): number {
    const version = this.versions.get(subject) ?? 0;
    this.versions.delete(subject);
    return version;
  }
}
