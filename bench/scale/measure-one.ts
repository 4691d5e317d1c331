/** `node measure-one.js PROGRAM 1|2`: measures one check in a process of its own, and prints the figures as JSON. */
import { measureProgram } from './check';

console.log(JSON.stringify(measureProgram(process.argv[2], process.argv[3] === '2' ? 2 : 1)));
