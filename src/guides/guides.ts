import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');
const FOLDER = join(DOCS, 'guias');

/** The guides in reading order; `name` is their file in docs/guias and the end of their address. */
const GROUPS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  {
    title: 'Integrar',
    names: [
      'primeira-venda',
      'cartao-cifrado',
      '3-d-secure',
      'captura-e-estorno',
      'avisos',
      'cartoes-guardados-e-links',
      'cartoes-de-teste',
      'pix',
      'recebimentos',
      'disputas',
      'erros',
    ],
  },
  { title: 'Vender', names: ['painel', 'caixa'] },
  {
    title: 'Integrar o caixa',
    names: ['cliente-de-pagamento', 'pedidos', 'recorrencia', 'callbacks'],
  },
  {
    title: 'Operar',
    names: [
      'instalar',
      'producao-com-a-rede',
      'producao-com-a-cielo',
      'rotas',
      'operar',
      'backup',
      'escalar',
    ],
  },
];
/** The manual of the panel lies beside the pages for contributors, with its pictures. */
const PLACES: Readonly<Record<string, string>> = { painel: join(DOCS, 'painel.md') };
const PICTURES = join(DOCS, 'pictures');

/** A guide as it was written: Markdown in Portuguese. */
export interface Guide {
  readonly name: string;
  readonly group: string;
  readonly markdown: string;
}

/** All guides, in reading order. Reads the files. */
export function readGuides(): readonly Guide[] {
  return GROUPS.flatMap(({ title, names }) =>
    names.map((name) => ({
      name,
      group: title,
      markdown: readFileSync(PLACES[name] ?? join(FOLDER, `${name}.md`), 'utf8'),
    })),
  );
}

/** The path of a picture; undefined when there is none of that name. */
export function pictureFile(name: string): string | undefined {
  return readdirSync(PICTURES).includes(name) ? join(PICTURES, name) : undefined;
}
