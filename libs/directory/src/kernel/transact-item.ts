import type { DomainError } from '#libs/domain';
import type { ItemReference, WriteOperation } from '#libs/single-table';

/** One operation of the transaction, and what it means when its condition does not hold. */
export interface Step {
  operation: WriteOperation;
  /** Made only when it is needed: an error costs its stack. Without it somebody else was faster, and the command is tried again from the load. */
  refusal?: () => DomainError;
  /** The claim item that the operation creates. */
  claim?: ItemReference;
}
