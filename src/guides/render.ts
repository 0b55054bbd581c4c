import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import type { Guide } from './guides.ts';

/** What stands in the samples for the address of the service. */
const SAMPLE_ADDRESS = 'http://localhost:8080';

export interface Section {
  /** Undefined for what comes before the first heading below the title. */
  readonly anchor: string | undefined;
  readonly title: string;
  /** Plain text, for the search. */
  readonly text: string;
}

export interface RenderedGuide {
  readonly name: string;
  readonly group: string;
  readonly title: string;
  /** HTML; the samples still name `http://localhost:8080`. */
  readonly body: string;
  readonly sections: readonly Section[];
}

/** `names`: the guides there are. A link to any other file of the repository is shown without a link. */
export function renderGuide(
  { name, group, markdown }: Guide,
  { root, names }: { readonly root: string; readonly names: ReadonlySet<string> },
): RenderedGuide {
  const anchors = anchorMaker();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = depth === 1 ? '' : ` id="${anchors(text)}"`;
        return `<h${depth}${anchor}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href, root, names);
        return address === undefined ? text : `<a href="${address}">${text}</a>`;
      },
      image({ href, text }) {
        return `<img src="${root}/figuras/${posix.basename(href)}" alt="${text}" loading="lazy">`;
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((row) => cells(row, 'td')).join('\n');
        return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const [first] = tokens;
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error(`${name}: does not begin with a title`);
  return {
    name,
    group,
    title: (first as Tokens.Heading).text,
    body: marked.parser(tokens),
    sections: sectionsOf(tokens),
  };
}

/** The samples call this service. */
export function atAddress(body: string, publicUrl: string): string {
  return body.replaceAll(SAMPLE_ADDRESS, escaped(publicUrl));
}

function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const anchors = anchorMaker();
  const sections: { anchor: string | undefined; title: string; texts: string[] }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading;
      sections.push({ anchor: depth === 1 ? undefined : anchors(text), title: plain(text), texts: [] });
    } else if (token.type !== 'space') sections.at(-1)?.texts.push(plain(token.raw));
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ') }));
}

/** As repositories show them: small letters, hyphens for spaces, numbered when repeated. */
function anchorMaker(): (title: string) => string {
  const uses = new Map<string, number>();
  return (title) => {
    const anchor = plain(title)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const before = uses.get(anchor) ?? 0;
    uses.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  };
}

/** Undefined for a file of the repository that is not served. */
function addressOf(href: string, root: string, names: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return escaped(href);
  const [path = '', anchor] = href.split('#');
  const name = posix.basename(path, '.md');
  const isGuide = names.has(name) && path === posix.join(posix.dirname(path), `${name}.md`);
  return isGuide ? `${root}/${name}${anchor === undefined ? '' : `#${anchor}`}` : undefined;
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
