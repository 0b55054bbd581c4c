export { readReturnFile } from './read-return-file.ts';
export { ReturnFault, type ReturnFile } from './return-file.ts';
