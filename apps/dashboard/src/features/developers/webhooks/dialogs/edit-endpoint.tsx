import { toast } from '../../../../components/feedback/toasts.js';
import type { Endpoint } from '../endpoints.js';
import { changeEndpoint } from '../queries.js';
import { TEXTS } from '../texts.js';
import { EndpointForm } from './endpoint-form.js';

export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  return (
    <EndpointForm
      title={TEXTS.editTitle}
      confirm={TEXTS.save}
      initial={endpoint}
      save={(input) => changeEndpoint(endpoint, input)}
      onSaved={() => {
        toast(TEXTS.saved);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
