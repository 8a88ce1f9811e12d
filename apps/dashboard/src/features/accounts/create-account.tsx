import { useNavigate } from '@tanstack/react-router';
import { CreateNamed } from '../../components/overlays/create-named.js';
import { createAccount } from './queries.js';
import { TEXTS } from './texts.js';

export function CreateAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <CreateNamed
      texts={TEXTS}
      create={createAccount}
      onCreated={({ id }) => void navigate({ to: '/a/$account', params: { account: id } })}
      onClose={onClose}
    />
  );
}
