import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRollbookError } from '#libs/client';

interface Edit<Thing> {
  /** Changes the version that it is given. */
  change: (base: Thing) => Promise<Thing>;
  reread: () => Promise<Thing>;
  onSaved: (saved: Thing) => void;
}

/**
 * An edit of something as it was when the edit began. A change made by others since then is a conflict, and is not overwritten:
 * `theirs` is what they made of it, until one of both is kept.
 */
export function useVersionedEdit<Thing>(current: Thing, { change, reread, onSaved }: Edit<Thing>) {
  const [base, setBase] = useState(current);
  const [theirs, setTheirs] = useState<Thing>();
  const save = useMutation({
    mutationFn: change,
    onSuccess: (saved) => {
      setBase(saved);
      onSaved(saved);
    },
    onError: async (error) => {
      if (isRollbookError(error, 'version_mismatch')) setTheirs(await reread());
    },
  });
  return {
    base,
    setBase,
    theirs,
    save,
    submit: () => save.mutate(base),
    keepMine: (over: Thing) => {
      setTheirs(undefined);
      setBase(over);
      save.mutate(over);
    },
    keepTheirs: (kept: Thing) => {
      setTheirs(undefined);
      setBase(kept);
      save.reset();
    },
  };
}
