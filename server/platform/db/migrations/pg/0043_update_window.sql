ALTER TABLE "praxis" ADD COLUMN "update_window" text;--> statement-breakpoint
CREATE INDEX "praxis_update_window" ON "praxis" USING btree ("update_window");