/** Checks source rules that neither the compiler nor dependency-cruiser knows. Prints violations and exits with 1. */

import { longCommitSubjects } from './commit-subjects.ts';
import { crowdedFolders } from './crowded-folders.ts';
import { faultsOfDecisions } from './decisions.ts';
import { emptyLists } from './empty-lists.ts';
import { kindsInEngine } from './engine-and-kinds.ts';
import { cousinPairs, folderPairs, roomPairs } from './folder-pairs.ts';
import { longFunctions } from './long-functions.ts';
import { brokenPageReferences } from './page-references.ts';
import { impureFiles } from './pure-files.ts';
import { repeatedExports } from './repeated-exports.ts';
import { sourceFiles } from './source-files.ts';

const sources = await sourceFiles('src/**/*.ts');
const screens = await sourceFiles('web/panel/src/**/*.ts', 'web/panel/src/**/*.tsx');
const faults = [
  ...repeatedExports(sources),
  ...emptyLists(sources),
  ...kindsInEngine(sources),
  ...crowdedFolders([...sources, ...screens]),
  ...longFunctions([...sources, ...screens]),
  ...[
    'src/platform',
    'src/gateway/card-data',
    'src/gateway/transactions',
    'src/gateway/kinds/card',
    'src/accounts',
    'src/operations',
    'src/panel',
  ].flatMap((room) => folderPairs(room, sources)),
  ...roomPairs('src/gateway', sources),
  ...cousinPairs(sources),
  ...folderPairs('web/panel/src', screens),
  ...impureFiles(),
  ...(await brokenPageReferences()),
  ...(await longCommitSubjects()),
  ...(await faultsOfDecisions()),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
