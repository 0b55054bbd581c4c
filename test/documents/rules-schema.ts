import { RuleSetFile } from '../../src/gateway/providers/index.ts';

/** The JSON Schema of a file of routing rules, as it is published. */
export function rulesSchemaText(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Regras de rota do Guichê',
    ...RuleSetFile,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
