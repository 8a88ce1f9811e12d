import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openDirectory } from '#libs/directory';
import { masterKeyOf } from '#libs/master-key';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { isOn } from '../levers.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { tableClient } from './table-client.js';

/** The open directory: for what no request does. A request has its own view of it, see `directoryFor`. */
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
      provide: DIRECTORY,
      inject: [DynamoDBClient, CONFIGURATION, Metrics],
      useFactory: (client: DynamoDBClient, configuration: Configuration, metrics: Metrics) => {
        const { table, masterKey, cursorSecret } = configuration;
        return openDirectory({
          client,
          tableName: table.name,
          cursorSecret,
          joinReads: isOn(configuration, 'joined-reads'),
          wholePipeline: !isOn(configuration, 'lean-pipeline'),
          freshEndpoints: !isOn(configuration, 'kept-endpoint'),
          masterKey: masterKeyOf({ ...masterKey, region: table.region, tableName: table.name }),
          onCall: (report) => metrics.countTableCall(report),
        });
      },
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
