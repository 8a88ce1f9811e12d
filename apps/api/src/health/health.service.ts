import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Inject, Injectable } from '@nestjs/common';
import { MasterKeyError, readShape, tableDifferences, type Directory } from '#libs/directory';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { Problem } from '../problems/problem.js';
import { unavailable } from '../problems/unavailable.js';

const REMEMBERED_FOR_MS = 1_000;
/** An engine that hangs is not waited for as long as a request would. */
const ANSWERS_WITHIN_MS = 2_000;

@Injectable()
export class HealthService {
  private last: { at: number; check: Promise<number> } | undefined;

  constructor(
    private readonly client: DynamoDBClient,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /** The other programs on this machine, as reported by their supervisor. */
  private missingBeside: readonly string[] = [];

  heardFromSupervisor(missing: readonly string[]): void {
    this.missingBeside = missing;
  }

  /** @returns the shape of the table, which may be newer than this version */
  async check(): Promise<number> {
    const missing = this.missingBeside;
    const shape = await this.checkHere().catch((error: unknown) => {
      if (!(error instanceof Problem) || missing.length === 0) throw error;
      throw unavailable(`${error.detail} Also missing: ${missing.join(', ')}.`, error);
    });
    if (missing.length > 0)
      throw unavailable(`Requests are served. Missing: ${missing.join(', ')}.`, undefined);
    return shape;
  }

  private checkHere(): Promise<number> {
    if (!this.last || Date.now() - this.last.at > REMEMBERED_FOR_MS)
      this.last = { at: Date.now(), check: this.checkEverything() };
    return this.last.check;
  }

  private async checkEverything(): Promise<number> {
    const shape = await this.checkTable();
    await this.checkMasterKey();
    return shape;
  }

  private async checkMasterKey(): Promise<void> {
    try {
      await this.directory.keyRing.checkMasterKey();
    } catch (error) {
      const detail =
        error instanceof MasterKeyError
          ? 'The master key is not the one the table needs; the log says what to restore.'
          : 'The master key cannot be checked.';
      throw unavailable(detail, error);
    }
  }

  private async checkTable(): Promise<number> {
    const { name } = this.configuration.table;
    const differences = await this.differences(name);
    if (differences.length > 0)
      throw unavailable(`The table ${name} does not fit this version: ${differences.join('; ')}.`, undefined);
    return (await readShape({ client: this.client, tableName: name })).version;
  }

  private async differences(name: string): Promise<string[]> {
    try {
      const abortSignal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
      return await tableDifferences(this.client, name, { abortSignal });
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException')
        throw unavailable(`The table ${name} does not exist.`, error);
      throw unavailable(`The table ${name} cannot be reached.`, error);
    }
  }
}
