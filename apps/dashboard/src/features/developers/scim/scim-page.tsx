import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { lazily } from '../../../components/lazily.js';
import { Page } from '../../../components/layout/page.js';
import { useMay } from '../../../session/session.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import type { Issued } from '../api-keys/issued-key.js';
import { SCIM_PAGE } from '../../pages.js';
import { Address } from './address.js';
import { GUIDES, type Provider } from './guides.js';
import { Keys } from './keys.js';
import { scimRead, scimSetUpQuery } from './queries.js';
import { Refusals } from './refusals.js';
import { SetUpGuide } from './set-up-guide.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/developers/scim');
const CreateKey = lazily(async () => (await import('../api-keys/create-key.js')).CreateKey);
const IssuedKey = lazily(async () => (await import('../api-keys/issued-key.js')).IssuedKey);

const isProvider = (text: string): text is Provider => text in GUIDES;

export function ScimPage() {
  const { account } = route.useParams();
  const { provider = 'okta' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay(account)('api-keys:write');
  const [open, setOpen] = useState<'create' | Issued>();
  const query = useQuery(scimSetUpQuery(account));
  const close = () => setOpen(undefined);
  const create = mayChange && (
    <Button kind="primary" onClick={() => setOpen('create')}>
      <Plus aria-hidden className="size-4" /> {TEXTS.create}
    </Button>
  );
  const { data } = query;
  return (
    <Page
      title={SCIM_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <>
          <CopyAs calls={[scimRead(account)]} of={TEXTS.read} />
          {create}
        </>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5 xl:sticky xl:top-6 xl:order-last">
          <Keys accountId={account} query={query} create={create} />
          {data && <Refusals accountId={account} setUp={data} />}
        </div>
        {data && (
          <div className="grid min-w-0 gap-5">
            <Address baseUrl={data.baseUrl} />
            <SetUpGuide
              accountId={account}
              baseUrl={data.baseUrl}
              provider={isProvider(provider) ? provider : 'okta'}
              onProvider={(next) => void navigate({ search: { provider: next }, replace: true })}
            />
          </div>
        )}
      </div>
      {open === 'create' && (
        <CreateKey accountId={account} asked={['scim']} onIssued={setOpen} onClose={close} />
      )}
      {typeof open === 'object' && <IssuedKey issued={open} onClose={close} />}
    </Page>
  );
}
