ALTER TABLE orders DROP conditional;
