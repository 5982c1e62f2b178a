export { generate } from "lean-qr/nano";
