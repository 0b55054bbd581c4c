export { type BrCode, type CodeProblem, readBrCode } from './read.ts';
export { writeDynamicCode, writeStaticCode } from './write.ts';
