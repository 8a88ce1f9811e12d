import { takeWrites } from '../../../../api/writes.js';
import { createEndpoint } from '../queries.js';
import { TEXTS } from '../texts.js';
import { EndpointForm } from './endpoint-form.js';
import type { Issued } from './issued-secret.js';

interface CreateEndpointProps {
  accountId: string;
  onIssued: (issued: Issued) => void;
  onClose: () => void;
}

const EMPTY = { url: '', description: '', eventTypes: [] };

export function CreateEndpoint({ accountId, onIssued, onClose }: CreateEndpointProps) {
  return (
    <EndpointForm
      title={TEXTS.add}
      confirm={TEXTS.add}
      initial={EMPTY}
      save={(input) => createEndpoint(accountId, input)}
      onSaved={(endpoint) => onIssued({ endpoint, writes: takeWrites() })}
      onClose={onClose}
    />
  );
}
