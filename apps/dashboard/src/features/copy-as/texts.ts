export const TEXTS = {
  copyAs: 'Copy as',
  copied: 'Copied',
  curl: 'curl',
  command: 'rollbook command',
  client: 'Client call (TypeScript)',
};
