import type { Write } from '../../../api/writes.js';
import { exactTime } from '../../../components/data/time.js';
import { Copyable } from '../copyable.js';
import { ShownOnce } from '../shown-once.js';
import type { IssuedKey as Key } from './queries.js';
import { TEXTS } from './texts.js';

/** A key that was just created or rotated, and what did so. */
export interface Issued {
  key: Key;
  writes: readonly Write[];
}

export function IssuedKey({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const { key, previousValidUntil } = issued.key;
  const isStillValid = previousValidUntil !== null && Date.parse(previousValidUntil) > Date.now();
  return (
    <ShownOnce
      title={TEXTS.issuedTitle}
      what={TEXTS.issuedWhat}
      label={TEXTS.key}
      secret={key}
      writes={issued.writes}
      done={TEXTS.done}
      onClose={onClose}
    >
      <Copyable
        label={TEXTS.tryIt}
        text={`curl ${location.origin}/v1/me -H 'Authorization: Bearer ${key}'`}
      />
      {isStillValid && <p className="text-muted">{TEXTS.previous(exactTime(previousValidUntil))}</p>}
    </ShownOnce>
  );
}
