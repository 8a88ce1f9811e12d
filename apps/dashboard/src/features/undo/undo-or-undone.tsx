import { useQuery } from '@tanstack/react-query';
import { isUndoneQuery, type Change } from './queries.js';
import { UndoButton } from './undo-button.js';

interface UndoOrUndoneProps {
  change: Change;
  of: string;
  /** Says that it was undone. */
  undone: string;
}

/** Offers to undo a change, unless that was done. */
export function UndoOrUndone({ change, of, undone }: UndoOrUndoneProps) {
  const { data: isUndone } = useQuery(isUndoneQuery(change));
  return <UndoButton change={change} of={of} {...(isUndone && { undone })} />;
}
