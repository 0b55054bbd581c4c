export { personOperations } from './routes.ts';
export { ListedPerson, writeListedPerson } from './wire.ts';
