import { cspSourceOf, type Html, html, trustedMarkup } from '../platform/http/index.ts';
import { COPY_SCRIPT } from './copy.ts';
import type { RenderedGuide } from './render.ts';
import type { Hit } from './search.ts';
import { GUIDE_STYLE } from './style.ts';

/** Where the guides are. */
export const GUIDES_PATH = '/docs/guias';
/** The longest words that are searched for. */
export const MAX_SEARCH_CHARACTERS = 100;

/** One script and one style sheet, both known by their hash, in nobody's frame. */
export const GUIDE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src ${cspSourceOf(GUIDE_STYLE.text)}; script-src ${cspSourceOf(COPY_SCRIPT.text)}; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
} as const;

interface GuidePage {
  readonly title: string;
  readonly guides: readonly RenderedGuide[];
  /** The guide that is shown. */
  readonly current?: string;
  readonly words?: string;
  readonly body: Html;
}

/** The page of one guide. `body`: its HTML, as it is sent. */
export function guidePage(guides: readonly RenderedGuide[], current: RenderedGuide, body: string): string {
  const at = guides.indexOf(current);
  const text = html`${trustedMarkup(body)}${neighbours(guides[at - 1], guides[at + 1])}`;
  return layout({ title: current.title, guides, current: current.name, body: text });
}

function neighbours(before: RenderedGuide | undefined, next: RenderedGuide | undefined): Html {
  const link = (guide: RenderedGuide, label: string, rel: string) =>
    html`<a rel="${rel}" href="${GUIDES_PATH}/${guide.name}"><small>${label}</small>${guide.title}</a>`;
  return html`<footer class="neighbours">${before ? link(before, 'Anterior', 'prev') : html`<span></span>`}
${next ? link(next, 'Próximo', 'next') : undefined}</footer>`;
}

export function indexPage(guides: readonly RenderedGuide[]): string {
  const body = html`<h1>Guias</h1>
<p>Para quem integra uma loja, para quem vende e para quem opera o serviço. Todas as chamadas, com seus campos, estão na
<a href="/docs">referência da API</a>.</p>
${groupsOf(guides).map(
  ({ title, members }) => html`<h2>${title}</h2>
<ul>${members.map((guide) => html`<li><a href="${GUIDES_PATH}/${guide.name}">${guide.title}</a></li>`)}</ul>`,
)}`;
  return layout({ title: 'Guias', guides, body });
}

export function resultsPage(guides: readonly RenderedGuide[], words: string, hits: readonly Hit[]): string {
  const body = html`<h1>Busca: ${words}</h1>
${hits.length === 0 ? html`<p>Nada encontrado. Tente uma palavra só, ou veja a <a href="/docs">referência da API</a>.</p>` : undefined}
${hits.map(
  ({
    name,
    guide,
    title,
    anchor,
    excerpt,
  }) => html`<h2><a href="${GUIDES_PATH}/${name}${anchor && `#${anchor}`}">${title}</a></h2>
<p><small>${guide}</small><br>${excerpt}</p>`,
)}`;
  return layout({ title: `Busca: ${words}`, guides, words, body });
}

function layout({ title, guides, current, words, body }: GuidePage): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Guichê</title>
<style>${GUIDE_STYLE}</style>
</head>
<body>
<a class="skip" href="#conteudo">Ir para o texto</a>
<header>
<a class="home" href="${GUIDES_PATH}">Guichê: guias</a>
<form action="${GUIDES_PATH}" role="search"><label for="busca">Buscar</label> <input id="busca" name="busca" type="search" maxlength="${MAX_SEARCH_CHARACTERS}" value="${words}"><button>Buscar</button></form>
<a href="/docs">Referência da API</a>
</header>
<div class="columns">
<nav aria-label="Guias">
<details>
<summary>Todos os guias</summary>
${groupsOf(guides).map(
  ({ title: group, members }) => html`<p>${group}</p>
<ul>${members.map((guide) => navigationItem(guide, guide.name === current))}</ul>`,
)}
</details>
</nav>
<main id="conteudo">
${body}
</main>
</div>
<script>${COPY_SCRIPT}</script>
</body>
</html>
`.text;
}

function navigationItem({ name, title }: RenderedGuide, isCurrent: boolean): Html {
  return isCurrent
    ? html`<li><a href="${GUIDES_PATH}/${name}" aria-current="page">${title}</a></li>`
    : html`<li><a href="${GUIDES_PATH}/${name}">${title}</a></li>`;
}

function groupsOf(guides: readonly RenderedGuide[]) {
  return [...new Set(guides.map(({ group }) => group))].map((title) => ({
    title,
    members: guides.filter(({ group }) => group === title),
  }));
}
