import { fileURLToPath } from 'node:url';
import { packLibrary } from '../../../tools/pack-library.mjs';

export const pack = (folder) => packLibrary('libs/single-table', folder);

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(pack(process.argv[2] ?? 'dist/packages'));
