export { credentialCommands } from './credential.ts';
export { personCommands } from './person.ts';
export { runCommand } from './run-command.ts';
