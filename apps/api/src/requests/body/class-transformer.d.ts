/** class-transformer keeps what its decorators say in here, and exports it under no name of its own. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
