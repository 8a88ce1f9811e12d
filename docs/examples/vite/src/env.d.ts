/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_ROLLBOOK_URL: string;
}
