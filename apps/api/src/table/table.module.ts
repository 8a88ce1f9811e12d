import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { tableClient } from './table-client.js';

@Global()
@Module({
  providers: [
    {
      provide: DynamoDBClient,
      inject: [CONFIGURATION],
      useFactory: (configuration: Configuration) => tableClient(configuration),
    },
  ],
  exports: [DynamoDBClient],
})
export class TableModule implements OnApplicationShutdown {
  constructor(@Inject(DynamoDBClient) private readonly client: DynamoDBClient) {}

  onApplicationShutdown(): void {
    this.client.destroy();
  }
}
