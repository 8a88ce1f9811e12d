import type { Write } from '../../../../api/writes.js';
import { Copyable } from '../../copyable.js';
import { ShownOnce } from '../../shown-once.js';
import type { IssuedEndpoint } from '../queries.js';
import { TEXTS } from '../texts.js';

/** An endpoint that was just created, or whose secret was rotated, and what did so. */
export interface Issued {
  endpoint: IssuedEndpoint;
  writes: readonly Write[];
}

const VERIFY = `import { Webhook } from 'standardwebhooks';

// Throws if the signature is wrong. The secret is in the environment.
const event = new Webhook(process.env.ROLLBOOK_WEBHOOK_SECRET).verify(rawBody, request.headers);`;

export function IssuedSecret({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  return (
    <ShownOnce
      title={TEXTS.secretTitle}
      what={TEXTS.secretWhat}
      label={TEXTS.secret}
      secret={issued.endpoint.secret ?? ''}
      writes={issued.writes}
      done={TEXTS.done}
      onClose={onClose}
    >
      <Copyable label={TEXTS.verify} text={VERIFY} />
    </ShownOnce>
  );
}
