import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openDirectory } from '#libs/directory';
import { masterKeyOf } from '#libs/master-key';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { addTableCall } from '../requests/request-context.js';
import { tableClient } from './table-client.js';

/** Where the services find the open directory. */
export const DIRECTORY = Symbol('DIRECTORY');

@Global()
@Module({
  imports: [MetricsModule],
  providers: [
    {
      provide: DynamoDBClient,
      inject: [CONFIGURATION],
      useFactory: ({ table }: Configuration) => tableClient(table),
    },
    {
      provide: DIRECTORY,
      inject: [DynamoDBClient, CONFIGURATION, Metrics],
      useFactory: (
        client: DynamoDBClient,
        { table, masterKey, cursorSecret }: Configuration,
        metrics: Metrics,
      ) =>
        openDirectory({
          client,
          tableName: table.name,
          cursorSecret,
          masterKey: masterKeyOf({ ...masterKey, region: table.region, tableName: table.name }),
          onCall(report) {
            addTableCall(report);
            metrics.countTableCall(report);
          },
        }),
    },
  ],
  exports: [DynamoDBClient, DIRECTORY],
})
export class DirectoryModule implements OnApplicationShutdown {
  constructor(@Inject(DynamoDBClient) private readonly client: DynamoDBClient) {}

  onApplicationShutdown(): void {
    this.client.destroy();
  }
}
