/** Why an operation cancelled its transaction. The codes are DynamoDB's, without the `Exception` some engines add. */
export interface CancellationReason {
  /** Index of the operation in the array given to `transactWrite` or `transactGet`. */
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
  /** The item as it was stored, when the condition failed and there was one. */
  item?: Record<string, unknown> | undefined;
}
