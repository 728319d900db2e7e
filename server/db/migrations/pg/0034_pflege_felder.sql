ALTER TABLE "pvs_patient" ADD COLUMN "eingliederungshilfe" boolean;--> statement-breakpoint
ALTER TABLE "pvs_patient" ADD COLUMN "kooperationsvertrag" boolean;