// directory: the connection to the directory's table, and each request's own view of it.
// Imports problems and what is below them.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openDirectory } from '#libs/directory';
import { masterKeyOf } from '#libs/secrets';
import { writeSignal, type WriteSignal } from '#libs/program';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { Metrics } from '../observability/metrics/metrics.js';
import { MetricsModule } from '../observability/metrics/metrics.module.js';
import { tableClient } from './table-client.js';

/** Signals this machine's stream processor, if there is one, that something was written. */
export const WRITE_SIGNAL = Symbol('WRITE_SIGNAL');
const WRITES = /Write|Put|Update|Delete/;

export const DIRECTORY = Symbol('DIRECTORY');

@Global()
@Module({
  imports: [MetricsModule],
  providers: [
    {
      provide: DynamoDBClient,
      inject: [CONFIGURATION],
      useFactory: (configuration: Configuration) => tableClient(configuration),
    },
    {
      provide: WRITE_SIGNAL,
      inject: [CONFIGURATION],
      useFactory: ({ writeSignalPort: port }: Configuration): WriteSignal =>
        port ? writeSignal(port) : { wrote() {}, follow() {}, requested() {}, close() {} },
    },
    {
      provide: DIRECTORY,
      inject: [DynamoDBClient, CONFIGURATION, Metrics, WRITE_SIGNAL],
      useFactory: (
        client: DynamoDBClient,
        configuration: Configuration,
        metrics: Metrics,
        signal: WriteSignal,
      ) => {
        const { table, masterKey, cursorSecret, writeSignalPort } = configuration;
        const directory = openDirectory({
          client,
          tableName: table.name,
          cursorSecret,
          joinReads: true,
          // With a signal, the engine is on this machine.
          transactionsAtOnce: writeSignalPort === undefined ? undefined : 1,
          masterKey: masterKeyOf({ ...masterKey, tableName: table.name }),
          onCall: (report) => {
            metrics.countTableCall(report);
            if (WRITES.test(report.operation)) signal.wrote();
          },
        });
        metrics.feedAgeMs = () => directory.feedClock.ageMs;
        return directory;
      },
    },
  ],
  exports: [DynamoDBClient, DIRECTORY, WRITE_SIGNAL],
})
export class DirectoryModule implements OnApplicationShutdown {
  constructor(
    @Inject(DynamoDBClient) private readonly client: DynamoDBClient,
    @Inject(WRITE_SIGNAL) private readonly signal: WriteSignal,
  ) {}

  onApplicationShutdown(): void {
    this.signal.close();
    this.client.destroy();
  }
}
