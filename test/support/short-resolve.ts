import { registerHooks } from 'node:module';

const MODULE = '.ts';

// Node looks at the disk for each import, and at the package it is in: for the relative imports of this repository, which
// name files of TypeScript modules, that is a fifth of what it takes to load the service.
registerHooks({
  resolve: (specifier, context, resolve) =>
    specifier.startsWith('.') && specifier.endsWith(MODULE) && context.parentURL?.startsWith('file:')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
      : resolve(specifier, context),
});
