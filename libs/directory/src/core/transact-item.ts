import type { DomainError } from '#libs/domain';
import type { ItemReference, WriteOperation } from '@rollbook/single-table';

export interface TransactItem {
  operation: WriteOperation;
  /** Created only when needed, because of the cost of a stack trace. Without it the command is retried from loading. */
  refusal?: () => DomainError;
  claim?: ItemReference;
}
