import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Inject, Injectable } from '@nestjs/common';
import { MasterKeyError, type Directory } from '#libs/directory';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { Problem } from '../problems/problem.js';
import { unavailable } from '../problems/unavailable.js';

const REMEMBERED_FOR_MS = 1_000;
/** An engine that hangs is not waited for as long as a request would. */
const ANSWERS_WITHIN_MS = 2_000;
const REQUIRED_INDEX = 'GSI1';

@Injectable()
export class HealthService {
  private last: { at: number; check: Promise<void> } | undefined;

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

  async check(): Promise<void> {
    const missing = this.missingBeside;
    await this.checkHere().catch((error: unknown) => {
      if (!(error instanceof Problem) || missing.length === 0) throw error;
      throw unavailable(`${error.detail} Also missing: ${missing.join(', ')}.`, error);
    });
    if (missing.length > 0)
      throw unavailable(`Requests are served. Missing: ${missing.join(', ')}.`, undefined);
  }

  private checkHere(): Promise<void> {
    if (!this.last || Date.now() - this.last.at > REMEMBERED_FOR_MS)
      this.last = { at: Date.now(), check: this.checkTable().then(() => this.checkMasterKey()) };
    return this.last.check;
  }

  /** Once proved, it costs nothing. */
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

  private async checkTable(): Promise<void> {
    const { name } = this.configuration.table;
    const table = await this.describe(name);
    if (table?.TableStatus !== 'ACTIVE' && table?.TableStatus !== 'UPDATING')
      throw unavailable(`The table ${name} is ${table?.TableStatus ?? 'unknown'}.`, undefined);
    const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === REQUIRED_INDEX);
    if (!index) throw unavailable(`The table ${name} has no index ${REQUIRED_INDEX}.`, undefined);
  }

  private async describe(name: string) {
    try {
      const { Table } = await this.client.send(new DescribeTableCommand({ TableName: name }), {
        abortSignal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      return Table;
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException')
        throw unavailable(`The table ${name} does not exist.`, error);
      throw unavailable(`The table ${name} cannot be reached.`, error);
    }
  }
}
