import { type Html, trustedMarkup } from '../platform/http/index.ts';

/** Puts a button on each sample that copies it. Without a script the pages lack nothing but these buttons. */
export const COPY_SCRIPT: Html = trustedMarkup(`
for (const sample of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copiar';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(sample.textContent);
      button.textContent = 'Copiado';
    } catch {
      getSelection().selectAllChildren(sample);
      button.textContent = 'Selecionado';
    }
    setTimeout(() => { button.textContent = 'Copiar'; }, 2000);
  });
  const box = document.createElement('div');
  box.className = 'sample';
  sample.replaceWith(box);
  box.append(sample, button);
}
`);
