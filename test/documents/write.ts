import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTables } from './errors-page.ts';
import { writeGeneratedPart } from './generated.ts';
import { metricTables } from './metrics-page.ts';
import { rulesSchemaText } from './rules-schema.ts';

// Writes the generated parts of the pages in docs/: npm run docs

const { own, runtime } = await metricTables();
writeGeneratedPart('docs/metrics.md', 'own', own);
writeGeneratedPart('docs/metrics.md', 'runtime', runtime);
for (const [name, text] of Object.entries(errorTables())) {
  writeGeneratedPart('docs/guias/erros.md', name, text);
}
writeFileSync(join(import.meta.dirname, '../../docs/rotas.schema.json'), rulesSchemaText());
