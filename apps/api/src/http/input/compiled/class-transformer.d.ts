/** class-transformer keeps its decorators' metadata in here, without exporting it under its own name. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
