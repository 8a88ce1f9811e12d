import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { unavailable } from '../problems/unavailable.js';

/** Anyone may ask, so the table is asked at most this often. */
const REMEMBERED_FOR_MS = 1_000;
const REQUIRED_INDEX = 'GSI1';

/** Says whether the API could serve a request now. */
@Injectable()
export class HealthService {
  private last: { at: number; check: Promise<void> } | undefined;

  constructor(
    private readonly client: DynamoDBClient,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** @throws Problem `service_unavailable` that names what is missing */
  check(): Promise<void> {
    if (!this.last || Date.now() - this.last.at > REMEMBERED_FOR_MS)
      this.last = { at: Date.now(), check: this.checkTable() };
    return this.last.check;
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
      const { Table } = await this.client.send(new DescribeTableCommand({ TableName: name }));
      return Table;
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException')
        throw unavailable(`The table ${name} does not exist.`, error);
      throw unavailable(`The table ${name} cannot be reached.`, error);
    }
  }
}
