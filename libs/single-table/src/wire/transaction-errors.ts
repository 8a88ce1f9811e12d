/** Why an operation cancelled its transaction. The codes are DynamoDB's, without the `Exception` some engines add. */
export interface CancellationReason {
  /** The index of the operation in the array passed to `transactWrite` or `transactGet`. */
  operation: number;
  entity: string;
  kind: 'put' | 'create' | 'update' | 'upsert' | 'delete' | 'check' | 'get';
  code:
    | 'ConditionalCheckFailed'
    | 'TransactionConflict'
    | 'ItemCollectionSizeLimitExceeded'
    | 'ProvisionedThroughputExceeded'
    | 'ThrottlingError'
    | 'ValidationError'
    | (string & {});
  message?: string | undefined;
  /** The stored item, if the condition failed and there was one. */
  item?: Record<string, unknown> | undefined;
}
