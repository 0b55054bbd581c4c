import { createHash } from 'node:crypto';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../../accounts/index.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --ground: #f4f5f7; --sheet: #fff; --line: #6b7280; --strong: #0b5cad; --wrong: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --text: #eceef1; --ground: #14171b; --sheet: #1e2228; --line: #9aa3ae; --strong: #7db8f5; --wrong: #ff8a80 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { min-height: 100vh; padding: 1.5rem 1.25rem 2rem; background: var(--sheet) }
@media (min-width: 32rem) { main { max-width: 28rem; min-height: 0; margin: 10vh auto 2rem; border-radius: .75rem; padding: 2rem } }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1rem }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
input { width: 100%; padding: .7rem .75rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--sheet); color: inherit; font: inherit }
input[aria-invalid] { border: 2px solid var(--wrong) }
button { width: 100%; margin-top: 1.5rem; padding: .8rem; border: 0; border-radius: .4rem; background: var(--strong); color: var(--sheet); font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
.hint { margin: .25rem 0 0; font-size: .9rem }
.wrong { margin: 1rem 0; padding: .6rem .75rem; border-left: 4px solid var(--wrong); color: var(--wrong); font-weight: 600 }
`;

/** No script at all; the one style sheet is known by its hash; the form goes nowhere else. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
} as const;

export type FormFault = 'different' | 'unfit';

const FAULT_TEXT = {
  different: 'As duas senhas não são iguais. Digite a mesma senha nos dois campos.',
  unfit: `A senha deve ter de ${PASSWORD_MIN_CHARACTERS} a ${PASSWORD_MAX_CHARACTERS} caracteres.`,
} as const satisfies Record<FormFault, string>;

/** The form that sets a password. It goes to the address it came from, so that the token is in no field. */
export function formPage(personName: string, fault?: FormFault): string {
  const invalid = fault === undefined ? '' : ' aria-invalid="true"';
  const wrong =
    fault === undefined ? '' : `<p class="wrong" id="wrong" role="alert">${FAULT_TEXT[fault]}</p>`;
  const field = (name: string, describedBy: string, more: string) =>
    `<input type="password" id="${name}" name="${name}" autocomplete="new-password" required minlength="${PASSWORD_MIN_CHARACTERS}" maxlength="${PASSWORD_MAX_CHARACTERS}" aria-describedby="${describedBy}"${invalid}${more}>`;
  return page(
    fault === undefined ? 'Definir senha' : 'Erro: definir senha',
    `<h1>Definir senha</h1>
<p>Escolha a senha de acesso de <strong>${escaped(personName)}</strong>.</p>
${wrong}
<form method="post">
<label for="senha">Nova senha</label>
${field('senha', fault === undefined ? 'regra' : 'wrong regra', ' autofocus')}
<p class="hint" id="regra">Pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres. Uma frase é mais fácil de lembrar.</p>
<label for="repetida">Repita a senha</label>
${field('repetida', fault === undefined ? 'regra' : 'wrong regra', '')}
<button type="submit">Salvar senha</button>
</form>`,
  );
}

/** Tells one thing and leads nowhere. */
export function messagePage(title: string, ...paragraphs: readonly string[]): string {
  return page(
    title,
    [`<h1>${escaped(title)}</h1>`, ...paragraphs.map((text) => `<p>${escaped(text)}</p>`)].join('\n'),
  );
}

function page(title: string, contents: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} - Guichê</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${contents}
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

export const DONE_PAGE = messagePage(
  'Senha definida',
  'Você já pode entrar com o seu CPF ou CNPJ e a nova senha.',
  'Quem estava conectado com uma senha anterior precisa entrar de novo.',
);
