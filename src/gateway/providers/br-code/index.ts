export { readBrCode } from './read.ts';
export { writeDynamicCode, writeStaticCode } from './write.ts';
