/** Rules of the source that neither the compiler nor dependency-cruiser knows. Prints what breaks them and exits 1. */
import { brokenPageReferences } from './page-references.ts';
import { repeatedExports } from './repeated-exports.ts';
import { sourceFiles } from './source-files.ts';

const faults = [...repeatedExports(await sourceFiles('src/**/*.ts')), ...(await brokenPageReferences())];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
